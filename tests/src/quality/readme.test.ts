import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedAccounts } from '@jwxt/infra/demo/account.ts';
import { teachingDepartments } from '@jwxt/infra/demo/university.data.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const steps = /## Five minutes, or fifteen\n([\s\S]*?)\n## /.exec(readme)![1]!;
const menus = join(projectRoot, 'web/src/app/menus');
/** The names that the side menus and Ctrl+K show, as the menus declare them. */
const pages = readdirSync(menus, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(join(menus, file), 'utf8').matchAll(/name: '([^']+)'/g)].map(([, name]) => name!),
  );

describe('the fifteen minutes of the README', () => {
  it('lead to pages by the names that they have', () => {
    const named = [...steps.matchAll(/`\w+` → ([^\s,.;:]+)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(8);
    // The home page is no entry of a menu.
    expect(named.filter((name) => name !== '首页' && !pages.includes(name))).toEqual([]);
  });

  it('name accounts that the demo university has', () => {
    const deans = teachingDepartments.map((_, index) => `dean${String(index + 1)}`);
    const known = [...namedAccounts.map(({ userName }) => userName), ...deans, 'registrar2'];
    expect(
      [...steps.matchAll(/`([a-z]+\d?)`(?! =)/g)]
        .map(([, name]) => name!)
        .filter((name) => !known.includes(name) && !['chengji', 'cjlr'].includes(name)),
    ).toEqual([]);
  });
});
