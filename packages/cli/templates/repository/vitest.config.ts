import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'happy-dom',
    // The packages of the shop import style sheets, which Node cannot.
    server: { deps: { inline: [/@patchwork\//] } },
  },
});
