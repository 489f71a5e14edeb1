import type { PermissionCode } from '../kernel/permission.vocabulary.ts';

/**
 * What programs can be told of, in the order in which a first copy tells it, and the permission under which the same
 * can be read as a list: who may not read it there is not told here.
 */
export const changeKinds = {
  student: { name: '学生', permission: 'studentInfo:query' },
  classTeacher: { name: '任课教师', permission: 'teachingClassTeacher:query' },
  roster: { name: '教学班名单', permission: 'teachingClassStudent:query' },
  score: { name: '已发布成绩', permission: 'publishedScore:query' },
} as const satisfies Record<string, { name: string; permission: PermissionCode }>;
export type ChangeKind = keyof typeof changeKinds;
export const changeKindNames = Object.keys(changeKinds) as ChangeKind[];

/**
 * What happened: `existing` is there already (a first copy tells it), `added`, `changed`, `removed`, and `moved` of a
 * student who is in other hands now, beyond what the program may see.
 */
export const changeOperations = ['existing', 'added', 'changed', 'removed', 'moved'] as const;
export type ChangeOperation = (typeof changeOperations)[number];
