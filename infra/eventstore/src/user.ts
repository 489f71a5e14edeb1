/** A caller, as access rules see it. */
export interface User {
  name: string;
  groups: readonly string[];
}

/** The members of this group may do everything. */
export const ADMINS = '$admins';
