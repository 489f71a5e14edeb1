import { readModelQuery, type readModelView } from '@jwxt/contracts/system/system.operations.ts';
import { Link } from '@tanstack/react-router';
import { countText } from '../../../lib/format.ts';
import { useOperation } from '../../../lib/queries.ts';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, Figure } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import type { z } from 'zod';
import classes from '../home.module.css';

const tones: Record<z.output<typeof readModelView>['status'], Tone> = {
  serving: 'green',
  building: 'blue',
  parked: 'red',
  stopped: 'red',
};

/** 读模型: the largest lag and what is not simply serving. */
export function ReadModelsCard() {
  const query = useOperation(readModelQuery, {}, { refetchInterval: 10_000 });
  return (
    <Card flush title="读模型" actions={<Link to="/jwxt/gly/systemManage/readModels">更多</Link>}>
      <QueryFaces query={query} compact>
        {({ list, maxLagSeconds, storeEvents }) => {
          const parked = list.reduce((sum, model) => sum + model.parkedCount, 0);
          const first = list
            .toSorted(
              (a, b) => Number(a.status === 'serving') - Number(b.status === 'serving') || b.lagSeconds - a.lagSeconds,
            )
            .slice(0, 5);
          return (
            <>
              <div className={classes['figures']}>
                <Figure
                  value={maxLagSeconds < 1 ? '< 1 秒' : `${maxLagSeconds.toFixed(0)} 秒`}
                  label="最大延迟"
                  tone={maxLagSeconds > 60 ? 'red' : 'ink'}
                />
                <Figure value={parked} label="搁置事件" {...(parked > 0 ? { tone: 'red' as const } : {})} />
                <Figure value={list.filter((model) => model.rebuild !== null).length} label="重建中" />
                <Figure value={countText(storeEvents)} label="事件总数" />
              </div>
              <ul className={classes['rows']}>
                {first.map((model) => (
                  <li key={model.name}>
                    <div className={classes['rowText']}>
                      <div>{model.title}</div>
                      <div>
                        <small>{countText(model.rowCount)} 行</small>
                      </div>
                    </div>
                    <span className={classes['dim']}>
                      {model.lagEvents === 0 ? '已追平' : `落后 ${countText(model.lagEvents)} 个事件`}
                    </span>
                    <StatusTag tone={tones[model.status]}>
                      {model.rebuild ? `重建中 ${model.rebuild.percent.toFixed(0)}%` : model.statusName}
                    </StatusTag>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryFaces>
    </Card>
  );
}
