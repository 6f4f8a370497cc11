import { runShard } from './run-shard.ts';

runShard(1, 4);
