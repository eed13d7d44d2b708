import { regionOf } from '@patchwork/host/browser';
import { version } from '../../package.json';

export const shellRegion = regionOf({ id: 'shell', team: 'Shell', version });
