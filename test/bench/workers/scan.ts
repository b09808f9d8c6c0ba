/** One bare scan of a log, for what it needs of memory. Argument: the file. */
import { scanRate } from '../support/raw-scan.ts';

scanRate(process.argv[2] ?? '', false);
