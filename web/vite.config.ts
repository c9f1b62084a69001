import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The built client goes into the Python package: the server finds it there, and so does the wheel.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/erqishi/web_dist',
    emptyOutDir: true,
    target: 'es2021',
    assetsInlineLimit: 0, // the content policy of the server allows no data: scripts or styles
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8270', '/ws': { target: 'ws://127.0.0.1:8270', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
