import type { Resource } from '../kernel/resource.ts';

/** The field of a resource that says to which semester its rows belong; empty where there is none. */
export function semesterFieldOf({ fields }: Pick<Resource, 'fields'>): string {
  return (
    Object.keys(fields).find((name) => {
      const kind = fields[name]?.kind;
      return kind?.type === 'reference' && kind.to === 'semester' && !kind.many;
    }) ?? ''
  );
}

/** Resources whose rows say what holds when in a semester: a new one starts with those of the last, moved in time. */
export function setBySemester(all: readonly Resource[]): readonly Resource[] {
  return all.filter(
    (resource) =>
      semesterFieldOf(resource) !== '' && Object.values(resource.fields).some(({ kind }) => kind.type === 'time'),
  );
}
