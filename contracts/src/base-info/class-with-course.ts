/**
 * A class as titles and messages name it, its course first: 数据结构 计科2401. The classes of make-ups and retakes bear
 * the course's name in their own, which is not said twice: 操作系统重修班.
 */
export function classWithCourse({
  courseName,
  teachingClassName,
}: {
  readonly courseName: string;
  readonly teachingClassName: string;
}): string {
  return teachingClassName.startsWith(courseName) ? teachingClassName : `${courseName} ${teachingClassName}`;
}
