import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Address of one change application. */
export const changePath = (applyId: string): string =>
  modulePath('scoreManage', `change/${encodeURIComponent(applyId)}`);

/** Where the changes are that are open on a sheet: the one, or the list of its class. */
export function openChangesPath({
  teachingClassId,
  openChanges,
}: {
  teachingClassId: string;
  openChanges: readonly { applyId: string }[];
}): string {
  const [first, ...more] = openChanges;
  return first && more.length === 0
    ? changePath(first.applyId)
    : modulePath('scoreManage', `change?teachingClassId=${encodeURIComponent(teachingClassId)}`);
}

/**
 * The form of a change of a sheet: a new one, or `again` an application that came back or was taken back, with what it
 * asked for.
 */
export function changeFormPath(
  { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string },
  again?: string,
): string {
  const search = again === undefined ? '' : `?applyId=${encodeURIComponent(again)}`;
  return `${modulePath('scoreManage', `change/new/${encodeURIComponent(teachingClassId)}/${scoreType}`)}${search}`;
}
