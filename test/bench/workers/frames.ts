/** A studio in a process of its own: its CPU time and its heap are those of frames alone. */
import { createFrameLoad, type FrameLoad, type FrameWindow } from '../support/frame-load.ts';
import { instantMakers } from '../support/makers.ts';
import { openStudio, type Studio } from '../support/studio.ts';

export type Order =
  | { readonly kind: 'open'; readonly folder: string; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: 'run'; readonly jobsPerLane: number }
  | { readonly kind: 'close' };

export type Done = FrameWindow | null;

let open: { readonly studio: Studio; readonly load: FrameLoad } | undefined;

const carryOut = async (order: Order): Promise<Done> => {
  switch (order.kind) {
    case 'open': {
      const studio = await openStudio(order.folder, instantMakers(false), order.env);
      open = { studio, load: await createFrameLoad(studio) };
      return null;
    }
    case 'run':
      return (await open?.load.run(order.jobsPerLane)) ?? null;
    case 'close':
      await open?.studio.close();
      open = undefined;
      return null;
  }
};

process.on('message', (order: Order) => {
  carryOut(order).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
