import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ahead } from './ahead.ts';
import { compressed } from './compressed.ts';
import { lateSchemas } from './late-schemas.ts';
import { leftOut } from './left-out.ts';

/** Where `vite dev` finds the gateway. */
const gateway = process.env['JWXT_GATEWAY'] ?? 'http://127.0.0.1:8080';

/** The product is built by the supervisor into `web/dist`, which the gateway serves. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leftOut(), lateSchemas(), ahead(), compressed()],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: gateway, changeOrigin: false },
      '/sws': { target: gateway, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // ECharts is one chunk of its own, fetched only by pages that draw.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is needed together comes together: left to itself the bundler makes a file for each set of pages that
          // share something, sixty for the shell, and each takes its way to the server and back.
          groups: [
            { name: 'echarts', test: /node_modules[\\/](echarts|zrender)[\\/]/ },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
            },
            {
              name: 'react',
              // Without the engine of lists, which comes with them.
              test: /node_modules[\\/](zod|@tanstack[\\/](?!react-table|table-core))/,
            },
            { name: 'main', tags: ['$initial'] },
            // With all they import that is not above; what comes later may count on it.
            { name: 'login.page', test: /areas[\\/]session[\\/]login\.page\.tsx$/ },
            // With the addresses of all pages. Stack: what is at rest has it too, and no page must wait for that.
            { name: 'shell', test: /app[\\/](shell|page-routes)\.tsx$|[\\/]Stack[\\/]Stack\.m?js$/ },
            { name: 'home.page', test: /areas[\\/]home[\\/]home\.page\.tsx$/ },
            { name: 'at-rest', test: /[\\/](monitor-ball|session-dialog|system-prompt)\.tsx$/ },
            { name: 'pages', minShareCount: 12 },
          ],
        },
      },
    },
  },
});
