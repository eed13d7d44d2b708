import { remoteTests } from '@patchwork/testing/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: remoteTests });
