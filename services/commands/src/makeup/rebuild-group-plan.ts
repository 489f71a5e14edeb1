/** A class that is to be opened for some of those who signed up for a course. */
interface PlannedClass<S> {
  readonly campus: string;
  readonly name: string;
  readonly members: readonly S[];
}

/** Longest name of a class. */
const NAME_MAX = 60;

/**
 * Parts those who signed up for a course by campus, and each campus into as few classes of like size as `size` allows.
 * The campus is in a class's name where there are several, a number where a campus has several.
 */
export function classesOf<S extends { readonly campus: string }>(
  courseName: string,
  signUps: readonly S[],
  size: number,
  campusNames: ReadonlyMap<string, string>,
): PlannedClass<S>[] {
  const byCampus = [...Map.groupBy(signUps, ({ campus }) => campus)];
  return byCampus.flatMap(([campus, there]) => {
    const count = Math.ceil(there.length / size);
    const place = byCampus.length === 1 ? '' : (campusNames.get(campus) ?? campus);
    return Array.from({ length: count }, (_, index) => {
      const tail = `${place}重修班${count === 1 ? '' : String(index + 1)}`;
      return {
        campus,
        name: `${courseName.slice(0, NAME_MAX - tail.length)}${tail}`,
        members: there.slice(partBegin(there.length, count, index), partBegin(there.length, count, index + 1)),
      };
    });
  });
}

const partBegin = (all: number, count: number, index: number): number => Math.ceil((all * index) / count);
