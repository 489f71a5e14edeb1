import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** zod's way to JSON Schema, which every schema names and no page asks for. */
const jsonSchema = /node_modules\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
const mergeRefs = '\0merge-refs';

/**
 * Leaves out of the pages what they never use of packages that cannot be loaded by parts: zod's JSON Schema, and the
 * popovers that a scroll area would bring along for one small function.
 */
export function leftOut(): Plugin {
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source === '@floating-ui/react' && importer?.endsWith('/ScrollArea.mjs') ? mergeRefs : null,
    load(id) {
      if (id === mergeRefs)
        return (
          "import { useMergedRef } from '@mantine/hooks'; export const useMergeRefs = (refs) => " +
          'useMergedRef(...refs);'
        );
      if (!jsonSchema.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      return names.map((name) => `export const ${String(name)} = () => undefined;`).join('\n');
    },
  };
}
