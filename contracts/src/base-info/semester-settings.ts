import type { Resource } from '../kernel/resource.ts';
import type { ResourceName } from '../kernel/resource.vocabulary.ts';

/** The field of a resource that says to which semester its rows belong; empty where there is none. */
export function semesterFieldOf({ fields }: Pick<Resource, 'fields'>): string {
  return (
    Object.keys(fields).find((name) => {
      const kind = fields[name]?.kind;
      return kind?.type === 'reference' && kind.to === 'semester' && !kind.many;
    }) ?? ''
  );
}

/** What is set for a semester without saying when it holds. */
const withoutTimes: readonly ResourceName[] = ['rebuildExpenseSet'];

/**
 * Resources whose rows say what holds when in a semester: a new one starts with those of the last, moved in time. What
 * takes place on a day, such as an exam, is no setting.
 */
export function setBySemester(all: readonly Resource[]): readonly Resource[] {
  return all.filter((resource) => {
    const kinds = Object.values(resource.fields).map(({ kind }) => kind.type);
    return (
      semesterFieldOf(resource) !== '' &&
      !kinds.includes('date') &&
      (kinds.includes('time') || withoutTimes.includes(resource.name))
    );
  });
}
