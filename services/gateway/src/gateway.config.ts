import { resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_RESERVE_MB } from '@jwxt/infra/runtime/folder-file-store.ts';
import { tlsEnv } from '@jwxt/infra/runtime/tls-files.ts';
import {
  commonEnv,
  databaseUrl,
  described,
  envHttpUrl,
  envInteger,
  envPort,
  eventStoreUrl,
  filesRoot,
  projectRoot,
} from '@jwxt/infra/runtime/config.ts';
import { namesMissing, pairEnv } from '@jwxt/infra/runtime/internal-secrets.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';

const origins = described(
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((list) => list.every((part) => URL.canParse(part) && new URL(part).origin === part)),
  { expected: '网页来源，多个用逗号分隔，例如 https://jw.example.edu.cn' },
);
const envSwitch = described(
  z.enum(yesNo).transform((value) => value === yesNo.yes),
  { expected: '0（否）或 1（是）' },
);
const proxies = described(
  z
    .string()
    .regex(/^(0|1|[2-9]|[\d.:a-fA-F/, ]+)$/)
    .transform((text) => (/^\d$/.test(text) ? Number(text) : text)),
  { expected: '0（前面没有代理）、代理层数，或受信任的代理地址（逗号分隔）' },
);

const casUrl = described(
  z
    .url({ protocol: /^https?$/ })
    .refine((text) => !/[?#]/.test(text))
    .transform((text) => text.replace(/\/+$/, '')),
  { expected: '统一身份认证（CAS 3）地址，不带参数，例如 https://sso.example.edu.cn/cas；同时须设置 PUBLIC_ORIGIN' },
);

const smtpUrl = described(z.url({ protocol: /^smtps?$/ }), {
  expected: '邮件服务器地址，例如 smtps://jw:密码@mail.example.edu.cn:465（密码中的特殊字符须转义）',
});
const mailFrom = described(z.string().regex(/^([^<>\r\n]+ <)?[^\s@<>]+@[^\s@<>]+>?$/), {
  expected: '发件人，例如 教务处 <jw@example.edu.cn>',
});

/** Environment of the gateway. */
export const gatewayConfig = z
  .object({
    ...commonEnv,
    PORT: envPort().default(8080),
    HOST: described(z.string().regex(/^[\w.:-]+$/), { expected: '监听地址，例如 127.0.0.1 或 0.0.0.0' }).default(
      '127.0.0.1',
    ),
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    COMMANDS_URL: envHttpUrl(),
    PROJECTIONS_URL: envHttpUrl(),
    ...pairEnv('COMMANDS_SECRET', 'PROJECTIONS_SECRET', 'FACTOR_SECRET', 'PERSON_KEY'),
    /** Origins besides the own one whose pages may call. */
    PUBLIC_ORIGIN: origins.default([]),
    /** Root of the CAS 3 server; it knows us under the first PUBLIC_ORIGIN. Absent: no single sign-on. */
    CAS_URL: casUrl.optional(),
    /** Where first passwords are handed in as mail, and from whom they are. Absent: they are only printed. */
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: mailFrom.optional(),
    /** Certificate and key: pages over https. Absent: plain http. */
    ...tlsEnv,
    /** Cookies only over TLS. Absent: as the own certificate says; set it where a proxy in front speaks https. */
    SECURE_COOKIES: envSwitch.optional(),
    /**
     * Whether pages hide what a person has no permission for. `0` shows everything; what is not permitted is refused
     * all the same.
     */
    PERMISSION_CHECK: envSwitch.default(true),
    /** Proxies in front whose word about the caller's address is taken. */
    TRUST_PROXY: proxies.default(0),
    SESSION_IDLE_MINUTES: envInteger(5, 1440).default(120),
    SESSION_LONGEST_MINUTES: envInteger(5, 10_080).default(1_440),
    /** Requests a minute of one session, and sign-ins a minute of one address. */
    RATE_LIMIT: envInteger(10, 1_000_000).default(1_200),
    SIGN_IN_LIMIT: envInteger(1, 1_000_000).default(120),
    /** Connections to the database at most. */
    DATABASE_POOL: envInteger(2, 200).default(10),
    /** Rows above which an export is not waited for: it becomes a job. */
    EXPORT_DIRECT_ROWS: envInteger(1, 1_000_000).default(20_000),
    /**
     * Folder of attachments; `files` in the data folder when absent. Gateways on several machines need one that they
     * share.
     */
    FILES_ROOT: filesRoot.optional(),
    /** Uploads stop while so many MB of that folder's disk are left for everything else. */
    FILES_RESERVE_MB: envInteger(128, 1_048_576).default(DEFAULT_RESERVE_MB),
    WEB_ROOT: described(
      z
        .string()
        .min(1)
        .transform((path) => resolve(path)),
      { expected: '网页文件目录' },
    ).default(resolve(projectRoot, 'web/dist')),
  })
  .refine(({ CAS_URL: cas, PUBLIC_ORIGIN: own }) => cas === undefined || own.length > 0, { path: ['CAS_URL'] })
  .superRefine(namesMissing('COMMANDS_SECRET', 'PROJECTIONS_SECRET', 'FACTOR_SECRET', 'PERSON_KEY'));

/** The validated environment. */
export type GatewayConfig = z.output<typeof gatewayConfig>;
