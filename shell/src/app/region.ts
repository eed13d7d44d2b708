import { regionOf } from '@patchwork/federation/browser';
import { version } from '../../package.json';

export const shellRegion = regionOf({ id: 'shell', team: 'Shell', version });
