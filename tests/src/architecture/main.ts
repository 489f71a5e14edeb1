/** Checks the whole project against the rules of the architecture; prints what breaks them and exits with 1 then. */
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { checkDecisions } from './decision-numbers.ts';
import { checkIcons } from './icon-rules.ts';
import { checkImports } from './import-check.ts';
import { checkReleased } from './released-files.ts';
import { checkSources } from './source-check.ts';
import { readGlossary, readSources } from './sources.ts';
import { checkTones } from './tone-rules.ts';
import { checkUses } from './use-rules.ts';

const [pages, glossary] = [await readSources(projectRoot, 'web/src'), await readGlossary(projectRoot)];
const violations = [
  ...(await checkImports(projectRoot)),
  ...(await checkSources(projectRoot)),
  ...(await checkReleased(projectRoot)),
  ...(await checkDecisions(projectRoot)),
  ...(await checkUses(projectRoot)),
  ...checkIcons(pages, glossary),
  ...checkTones(pages, glossary),
];
for (const { rule, file, detail } of violations) process.stdout.write(`${rule}  ${file}  ${detail}\n`);
process.exitCode = violations.length > 0 ? 1 : 0;
