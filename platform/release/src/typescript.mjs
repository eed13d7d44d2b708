import { createRequire } from 'node:module';

/* The TypeScript compiler. Node searches a CommonJS module that is imported for its exports, which takes 0.3 s here. */
export const ts = createRequire(import.meta.url)('typescript');
