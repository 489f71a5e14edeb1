/** Business table of the photos: their bytes lie with the attachments, by content (decision 012). */
export const PHOTO_FILES = 'T_XJ_ZP';

/** Which photo it is (STUDENT-STATUS-08). */
export const photoTypes = { '1': '录取', '2': '入学', '3': '毕业' } as const;
export type PhotoType = keyof typeof photoTypes;
/** The one that a student hands in himself: the others come from the admission and from the school. */
export const OWN_PHOTO: PhotoType = '2';
/** Whether the office has looked at it. */
export const photoChecks = { '0': '未检', '1': '合格', '2': '不合格' } as const;
export const photoCheck = { waiting: '0', passed: '1', refused: '2' } as const;
export type PhotoCheck = keyof typeof photoChecks;

/** Largest photo in bytes, and the largest archive of photos. */
export const MAX_PHOTO_BYTES = 100 * 1024;
export const MAX_PHOTO_ARCHIVE_BYTES = 1024 * 1024 * 1024;
/** Photos in one archive at most. */
export const MAX_PHOTOS = 20_000;
/** Photos that are written together. */
export const PHOTOS_TOGETHER = 200;
/** Size that a page cuts photos to. */
export const CUT_PHOTO = { width: 480, height: 640 } as const;
