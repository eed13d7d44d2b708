import { remoteTests } from '@patchwork/shop/testing/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: remoteTests });
