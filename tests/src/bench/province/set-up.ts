import type { Station } from './queueing.ts';

/** How many of each part a shard has; shards are alike and share the universities equally. */
export interface SetUp {
  readonly shards: number;
  readonly gateways: number;
  readonly commands: number;
  readonly projections: number;
  readonly postgresCores: number;
}

/** From one of each for the whole province to what the evening needs and to one shard for ten universities. */
export const setUps: readonly SetUp[] = [
  { shards: 1, gateways: 1, commands: 1, projections: 1, postgresCores: 8 },
  { shards: 1, gateways: 6, commands: 3, projections: 3, postgresCores: 16 },
  { shards: 2, gateways: 4, commands: 2, projections: 2, postgresCores: 8 },
  { shards: 5, gateways: 2, commands: 1, projections: 1, postgresCores: 4 },
  { shards: 10, gateways: 2, commands: 1, projections: 1, postgresCores: 4 },
];

/** The stations of one shard. A flush is a wait, whoever else waits. */
export function stationsOf({ gateways, commands, projections, postgresCores }: SetUp): Station[] {
  return [
    { name: 'gateway', instances: gateways, servers: 1 },
    { name: 'hashing', instances: gateways, servers: 4 },
    { name: 'commands', instances: commands, servers: 1 },
    { name: 'eventstore', instances: 1, servers: 1 },
    { name: 'flush', instances: 1, servers: 10_000 },
    { name: 'projections', instances: projections, servers: 1 },
    { name: 'postgres', instances: 1, servers: postgresCores },
  ];
}
