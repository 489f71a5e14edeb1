import { Button, FocusTrap } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconMinimize } from '@tabler/icons-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { useMay } from '../../lib/session.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { flowOf } from './all-functions.model.ts';
import classes from './all-functions.module.css';
import { ServiceTile } from './service-tile.tsx';
import { sortedServices, useIsOpened, useServices, type Service } from './services.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

/** How long the view takes to shrink away (HOME-28). */
export const SHRINK_MS = 500;

export type AllFunctionsProps = {
  layout: 'list' | 'flow';
  onLayout: (layout: 'list' | 'flow') => void;
  onClose: () => void;
};

/** 全部功能 over the whole window: a list by number, or the year's work as a picture (HOME-16, 27…31). */
export function AllFunctions({ layout, onLayout, onClose }: AllFunctionsProps) {
  const query = useServices();
  const isOpened = useIsOpened();
  const mayEdit = useMay('homeMemuIconManage:show');
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(onClose, matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SHRINK_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [leaving, onClose]);
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape') setLeaving(true);
  });
  return (
    <FocusTrap active>
      <div
        className={classes['view']}
        role="dialog"
        aria-modal
        aria-label="全部功能"
        data-leaving={leaving || undefined}
        style={{ '--shrink': `${String(SHRINK_MS)}ms` } as CSSProperties}
      >
        <header className={classes['head']}>
          <h2>全部功能</h2>
          <SegmentedControl
            size="xs"
            aria-label="布局"
            value={layout}
            data={[
              { value: 'list', label: '列表' },
              { value: 'flow', label: '流程图' },
            ]}
            onChange={onLayout}
          />
          <Button
            variant="subtle"
            size="xs"
            ml="auto"
            data-autofocus
            leftSection={<IconMinimize size={15} />}
            onClick={() => {
              setLeaving(true);
            }}
          >
            退出全屏
          </Button>
        </header>
        <QueryFaces query={query}>
          {({ list }) => {
            const services = sortedServices(list.flatMap(({ menuList }) => menuList));
            const opened = services.filter(isOpened);
            return (
              <>
                {layout === 'list' ? (
                  <ServiceList services={opened} onOpen={onClose} />
                ) : (
                  <FlowChart services={opened} onOpen={onClose} />
                )}
                {mayEdit && opened.length < services.length && (
                  <Unopened services={services.filter((service) => !isOpened(service))} onOpen={onClose} />
                )}
              </>
            );
          }}
        </QueryFaces>
      </div>
    </FocusTrap>
  );
}

function ServiceList({ services, onOpen }: { services: readonly Service[]; onOpen: () => void }) {
  return (
    <div className={classes['list']}>
      {services.map((service) => (
        <ServiceTile key={service.menuId} service={service} row onOpen={onOpen} />
      ))}
    </div>
  );
}

/** Tiles of modules without pages, for those who place tiles: folded until they ask. */
function Unopened({ services, onOpen }: { services: readonly Service[]; onOpen: () => void }) {
  const [shown, setShown] = useState(false);
  return (
    <section className={classes['unopened']} aria-labelledby="unopened-services">
      <h3 id="unopened-services">
        未开通{' '}
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={shown}
          onClick={() => {
            setShown(!shown);
          }}
        >
          {shown ? '收起' : `显示 ${String(services.length)} 项`}
        </Button>
      </h3>
      {shown && (
        <div className={classes['list']}>
          {services.map((service) => (
            <ServiceTile key={service.menuId} service={service} row unopened onOpen={onOpen} />
          ))}
        </div>
      )}
    </section>
  );
}

function FlowChart({ services, onOpen }: { services: readonly Service[]; onOpen: () => void }) {
  const { placed, others } = flowOf(services);
  return (
    <div className={classes['flow']}>
      {placed.length > 0 && (
        <section aria-labelledby="flow-teaching">
          <h3 id="flow-teaching">教学运行</h3>
          <div className={classes['chart']}>
            {placed.map(({ service, column, row, from }) => (
              <div
                key={service.menuId}
                className={classes['step']}
                data-row={row}
                data-linked={from !== null || undefined}
                style={{ gridColumn: column, gridRow: row, '--skipped': (from ?? 1) - 1 } as CSSProperties}
              >
                <ServiceTile service={service} onOpen={onOpen} />
              </div>
            ))}
          </div>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="flow-others">
          <h3 id="flow-others">服务拓展</h3>
          <div className={classes['list']}>
            {others.map((service) => (
              <ServiceTile key={service.menuId} service={service} row onOpen={onOpen} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
