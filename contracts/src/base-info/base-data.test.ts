import { expect, it } from 'vitest';
import { fieldColumn, nameOf } from '../kernel/resource-values.ts';
import { referenceTable } from '../kernel/resource-field.ts';
import type { Resource } from '../kernel/resource.ts';
import { baseInfoArea } from './base-info.area.ts';
import { referenceResources } from './reference.resource.ts';

const declared: readonly Resource[] = baseInfoArea.resources;
const loaded = (resource: Resource) =>
  referenceResources.find(({ name }) => name === (resource.loggedAs ?? resource.name));
const names = declared
  .filter((each) => loaded(each) !== undefined)
  .map((resource): [string, Resource] => [resource.name, resource]);

// A thing that people keep on a page and a program loads is one thing: the same table, key and columns.
it.each(names)('%s is what programs load', (_name, resource) => {
  const other = loaded(resource);
  expect(other?.table).toBe(resource.table);
  const key = resource.keyOf?.map((name) => nameOf(fieldColumn(resource.fields, name)));
  expect(other?.key).toEqual(key ?? [resource.key]);
  const columns = new Set([
    resource.key,
    ...Object.keys(resource.fields).map((name) => nameOf(fieldColumn(resource.fields, name))),
  ]);
  expect(Object.keys(other?.row.shape ?? {}).filter((name) => !columns.has(name))).toEqual([]);
});

it.each(names)('%s: what a program may leave out, a person may', (_name, resource) => {
  const shape = loaded(resource)?.row.shape ?? {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const column = nameOf(fieldColumn(resource.fields, name));
    const schema = shape[column];
    if (schema === undefined || field.readOnly || field.kind.type === 'yesNo') continue;
    const optional = schema.safeParse(null).success || schema.safeParse(undefined).success;
    expect([name, field.required === true], name).toEqual([name, !optional]);
  }
});

it.each(names)('%s: its fields follow rows that it refers to', (_name, { fields }) => {
  for (const [name, { follows, kind }] of Object.entries(fields)) {
    if (follows !== undefined) expect(fields[follows]?.kind.type, name).toBe('reference');
    if (kind.type === 'reference') expect(referenceTable(kind.to).table, name).not.toBe('');
  }
});
