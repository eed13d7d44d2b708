#!/usr/bin/env node
// Runs the sources of this workspace. The published package has its build instead: see publishConfig.
import { register } from 'tsx/esm/api';

register();
await import('../src/main.ts');
