import { openOwnClasses, type ClassWish, type OwnClass } from '../testing/own-classes.ts';

/** Classes that wait to be filled and submitted, by teacher. */
export interface ClassSupply {
  take(teacher: string): OwnClass | undefined;
  /** Opens more classes where fewer than `few` are left. Answers them. */
  refill(): Promise<readonly OwnClass[]>;
}

/** As many as a teacher gets at a time, and as few as may be left. */
const amount = 12;
const few = 6;

/** An empty supply for teachers, each with the department of their classes. */
export function createClassSupply(
  env: Readonly<Record<string, string>>,
  departments: ReadonlyMap<string, string>,
): ClassSupply {
  const waiting = new Map<string, OwnClass[]>([...departments.keys()].map((teacher) => [teacher, []]));
  return {
    take: (teacher) => waiting.get(teacher)?.shift(),
    async refill() {
      const wishes = [...departments]
        .filter(([teacher]) => waiting.get(teacher)!.length < few)
        .flatMap(([teacher, departmentId]) =>
          Array.from({ length: amount }, (): ClassWish => ({ departmentId, teachers: [teacher], students: 4 })),
        );
      const opened = wishes.length === 0 ? [] : await openOwnClasses(env, wishes);
      for (const own of opened) waiting.get(own.teachers[0]!)!.push(own);
      return opened;
    },
  };
}
