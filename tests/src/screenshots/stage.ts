import { queryApprovals, type ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { recheck } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf } from '../testing/product.ts';
import type { RunningProduct } from '../testing/start-product.ts';

/** The university that is photographed, as the screens' preparations reach it. */
export interface Stage {
  readonly url: string;
  readonly dataDir: string;
  /** A person at the API. */
  person(userName: string): Promise<ApiSession>;
  /** The first application a person sees that fits; throws when there is none. */
  application(userName: string, fits: (item: ApprovalItem) => boolean): Promise<ApprovalItem>;
  /** Sets a parameter of the school; answers what puts it back. */
  setParameter(code: string, value: string): Promise<() => Promise<void>>;
  /** Gives a teacher's name a blank too many, which the data monitor finds and can clean; answers what puts it back. */
  spoilName(): Promise<() => Promise<void>>;
}

/** Opens the stage on a running product. */
export function openStage(product: RunningProduct): Stage {
  const people = new Map<string, Promise<ApiSession>>();
  const person = (userName: string): Promise<ApiSession> => {
    const session = people.get(userName) ?? signInToApi(product.url, userName);
    people.set(userName, session);
    return session;
  };
  const inDatabase = async <Answer>(work: (pool: Pool) => Promise<Answer>): Promise<Answer> => {
    const pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'screenshots', max: 1 });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  const parameter = (code: string, value: string): Promise<string> =>
    inDatabase(async (pool) => {
      const {
        rows: [before],
      } = await pool.query<{ para_value: string }>('select para_value from base.parameter where param_code = $1', [
        code,
      ]);
      await pool.query('update base.parameter set para_value = $2 where param_code = $1', [code, value]);
      return before?.para_value ?? '';
    });
  const nameTeacher = async (name: string): Promise<void> => {
    await inDatabase((pool) =>
      pool.query(`update base.teacher set xm = ${name} where gh = (select max(gh) from base.teacher)`),
    );
    await (await person('office1')).call(recheck, { commandId: randomUUID() });
  };
  return {
    url: product.url,
    dataDir: product.dataDir,
    person,
    async application(userName, fits) {
      const { list } = await (
        await person(userName)
      ).call(queryApprovals, { type: '0', timeScopeValue: '0', pageSize: 200 });
      const found = list.find(fits);
      if (!found) throw new Error(`no such application for ${userName}`);
      return found;
    },
    async setParameter(code, value) {
      const before = await parameter(code, value);
      return async () => void (await parameter(code, before));
    },
    async spoilName() {
      await nameTeacher(`' ' || xm`);
      return () => nameTeacher('btrim(xm)');
    },
  };
}
