import type { ServedShop, SteeredShop } from './steered-shop.ts';

/**
 * Reads what this tab's developer asked for, checks it, and prepares the shop for it. Imported only
 * when there is something to steer, or when the devtools panel opens.
 */
export async function steerShop({ document }: ServedShop): Promise<SteeredShop> {
  return {
    document,
    adjustRuntime: (runtime) => runtime,
    connect: () => ({
      steering: {
        overrides: [],
        breakages: {},
        failures: [],
        check: async () => ({ ok: false, error: ['Not there yet.'] }),
        use: () => undefined,
        undo: () => undefined,
        breakOn: () => undefined,
        reload: async () => undefined,
      },
      badge: null,
    }),
  };
}
