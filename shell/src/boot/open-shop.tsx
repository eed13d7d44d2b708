import type { ReactNode } from 'react';
import { BootFailure } from '../app/BootFailure.tsx';
import { Framed } from '../app/Framed.tsx';
import { nextTask } from './next-task.ts';
import { startShop } from './start.tsx';

/** Resolves with the shop's page or, when the shop can't or must not be started, with one that says so. */
export async function openShop(): Promise<ReactNode> {
  if (window.self !== window.top) return <Framed />;
  await nextTask();
  try {
    return await startShop();
  } catch (error) {
    console.error(error);
    return <BootFailure />;
  }
}
