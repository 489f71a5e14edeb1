import { createCommonFunction } from '@jwxt/contracts/home/home.operations.ts';
import { call } from './api.ts';

/** Counts a click on a menu link (HOME-46). Nobody waits for it and nobody hears of a failure. */
export function countMenuVisit({ key, name, url }: { key: string; name: string; url: string }): void {
  void call(createCommonFunction, { roleId: key, url, roleName: name }).catch(() => undefined);
}
