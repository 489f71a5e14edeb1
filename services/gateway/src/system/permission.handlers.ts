import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { checkPermission, findAllModule, findByFwbh } from '@jwxt/contracts/system/permission.operations.ts';
import { codesOfModule, modulesOf } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { handler } from '../kernel/handler.ts';
import { codesOf } from '../kernel/principal.ts';

/** What a person may ask about the own permissions; nobody's else. */
export const permissionHandlers = [
  handler(findByFwbh, ({ fwbh }, { user }) => {
    const held = codesOf(user);
    return Promise.resolve({
      list: codesOfModule(fwbh)
        .filter((code) => held.has(code))
        .map((qxbh) => ({ qxbh })),
    });
  }),
  handler(findAllModule, (_input, { user, services }) =>
    Promise.resolve({
      list: modulesOf(codesOf(user), user.kind).map((QXBH) => ({ QXBH })),
      checked: yesNoOf(services.permissionCheck),
    }),
  ),
  handler(checkPermission, ({ qxbh }, { user }) => Promise.resolve(codesOf(user).has(qxbh))),
];
