#!/usr/bin/env node
import { patchwork } from './patchwork.ts';

await patchwork(process.argv.slice(2));
