import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { executable, registries, untilClosed } from './attached-provider'

/**
 * Providers for engines that scripts start. An engine would start its provider three times for each plan, in which most of the time of a script
 * goes; so it attaches to one that has started with the same settings in the same folder. It is started when the first engine needs it. That
 * engines find the provider by themselves is seen when they initialize a folder, which they do without any of this.
 */
export class StayingProviders {
  /** What the script of a shell does before it starts an engine with the words that it was given. */
  readonly script: string
  /** Nothing is ever written to it. The providers end when it is closed, also by the death of this process. */
  readonly #alive: number

  /** @param folder that exists, with a path so short that sockets can lie in it */
  constructor(folder: string) {
    const providers = join(folder, 'providers')
    mkdirSync(providers)
    const alive = join(folder, 'alive')
    execFileSync('mkfifo', [alive])
    this.#alive = openSync(alive, 'r+')
    const file = join(folder, 'attaching.sh')
    writeFileSync(file, attaching(providers, alive))
    this.script = `case " $* " in *' plan '* | *' apply '* | *' show '*) . '${file}' ;; esac`
  }

  close(): void {
    closeSync(this.#alive)
  }
}

/** @param providers a folder that has a file for each of them: what it printed when it started */
const attaching = (providers: string, alive: string) => `
place=.
for word in "$@"; do
  case "$word" in -chdir=*) place=\${word#-chdir=} ;; esac
done
provider='${providers}'/$({ (cd -- "$place" && pwd -P) && env | grep -E '^(APPLIANCE|TF_VAR)_' | sort; } | cksum | tr -dc 0-9)
if [ ! -e "$provider" ]; then
  (
    cd -- "$place"
    TMPDIR='${providers}' exec sh -c '${untilClosed}' '${process.execPath}' '${executable}'
  ) < '${alive}' > "$provider" 2>&1 &
  until grep -q Ctrl-C "$provider"; do
    kill -0 "$!" 2> /dev/null || { cat "$provider" >&2; exit 98; }
    sleep 0.05
  done
fi
attached=$(sed -n "s/.*TF_REATTACH_PROVIDERS='{[^:]*:\\(.*\\)}'.*/\\1/p" "$provider")
TF_REATTACH_PROVIDERS="{${registries.map((host) => `\\"${host}/webfilter/appliance\\":$attached`).join(',')}}"
export TF_REATTACH_PROVIDERS`
