/** Kinds of people, and of the roles that are for them (PERM-16): `userType`, `jslx`. */
export const personKind = { teacher: '1', student: '2', casual: '3' } as const;
export type PersonKind = (typeof personKind)[keyof typeof personKind];
export const personKinds = {
  [personKind.teacher]: '教师',
  [personKind.student]: '学生',
  [personKind.casual]: '临时用户',
} as const satisfies Record<PersonKind, string>;

/** As the tables have them. */
export type StoredKind = keyof typeof personKind;

/** The kind of a row as the wire says it. */
export function personKindOf(stored: string): PersonKind {
  return personKind[stored as StoredKind];
}

/** The kind of the wire as the tables have it. */
export function storedKindOf(kind: PersonKind): StoredKind {
  return kind === personKind.teacher ? 'teacher' : kind === personKind.student ? 'student' : 'casual';
}
