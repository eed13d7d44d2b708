import { remoteTests } from '@patchwork/kit/testing/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: remoteTests });
