const KEY = 'jwxt.moduleId';

/** Keeps, for the session, the module that was opened last (HOME-21). */
export function setCurrentModule(moduleId: string): void {
  sessionStorage.setItem(KEY, moduleId);
}
