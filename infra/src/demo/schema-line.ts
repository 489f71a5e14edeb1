/** Code, name, unit, credit, class, term; `选` to choose from, `践` practice, `实` a third of it in laboratories. */
export type SchemaLine = readonly [
  code: string,
  name: string,
  unit: string,
  credit: number,
  place: string,
  term: number,
  kind?: '选' | '践' | '实',
];
