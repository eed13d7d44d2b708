import { serve } from '@patchwork/release';

// A process of its own, so that its processor time is the server's alone: sends its address, and at each
// message the processor time that it has used.
const [, , release = ''] = process.argv;
const { url } = await serve({ release, port: 0 });
process.on('message', () => process.send?.(process.cpuUsage()));
process.send?.(url);
