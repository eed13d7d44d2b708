#!/usr/bin/env node
// Runs this workspace's sources. The published package has a build instead: see publishConfig.
import { register } from 'tsx/esm/api';

register();
await import('../src/main.ts');
