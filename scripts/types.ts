import { writeShopTypes } from './lib/shop-types.ts';
import { main } from './lib/terminal.ts';

await main(() => writeShopTypes());
