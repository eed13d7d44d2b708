import type { ChildProcess } from 'node:child_process';

/** The address that a development shop says it is open at. */
export const addressOf = (shop: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const collect = (data: Buffer) => {
      said += data;
      const [, address] = /Patchwork is open at (\S+),/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    shop.stdout?.on('data', collect);
    shop.stderr?.on('data', collect);
    shop.once('close', () => reject(new Error(`pnpm dev ended:\n${said}`)));
  });
