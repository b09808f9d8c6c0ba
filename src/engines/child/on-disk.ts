import { diskFault } from '../../kernel/disk-fault.ts';

/**
 * Work of this process on the files of a call. Fault `unavailable` for an error of the file system: nothing was made,
 * and another attempt may find room.
 */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw diskFault(error, 'the scratch folder');
  }
};
