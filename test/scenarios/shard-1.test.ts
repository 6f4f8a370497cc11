import { runShard } from './run-shard.ts';

runShard(0, 4);
