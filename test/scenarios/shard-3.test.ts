import { runShard } from './run-shard.ts';

runShard(2, 4);
