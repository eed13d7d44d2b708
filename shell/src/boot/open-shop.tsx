import { nextTask } from '@patchwork/federation/next-task';
import type { ReactNode } from 'react';
import { BootFailure } from '../app/BootFailure.tsx';
import { Framed } from '../app/Framed.tsx';
import type { ErrorWatch } from '../errors/watch-errors.ts';
import { receiveErrorsOfFailedStart } from './receive-errors.ts';
import { startShop } from './start.tsx';

/** Resolves with the shop's page or, when the shop can't or must not be started, with one that says so. */
export async function openShop(errors: ErrorWatch): Promise<ReactNode> {
  if (window.self !== window.top) return <Framed />;
  await nextTask();
  try {
    return await startShop(errors);
  } catch (error) {
    console.error(error);
    errors.add({ event: 'error', error });
    void receiveErrorsOfFailedStart(errors);
    return <BootFailure />;
  }
}
