import { generationsHelp } from './generations'

/** What `appliance emulator --help` says after its options. */
export function furtherHelp(tokenVariable: string): string {
  return `
The token is better given in ${tokenVariable}, where no list of processes shows it. The user directory
asks for none: its socket is open to the user who started the emulator, and to nobody else.

${generationsHelp}

Examples:
  appliance emulator
  appliance emulator --generation older --data appliance.data
  appliance emulator --generation autonomous --category ads --category news
  appliance emulator --port 0 --legacy-port 0 --base-port 0 --records-port 0 --socket ./directory.sock --control-port 9599
  appliance emulator --proxy http://127.0.0.1:3128 --dns-server 192.0.2.53 --generate-records 127.0.0.2=100000

The control listener:
  GET /state                  all areas; sites and records are counted
  GET /state/250              one category with its sites, stored and compiled
  GET /state/records/1270002  one record database with its records
  GET /journal                the requests in the order in which they were received
  DELETE /journal             forget them
  GET /faults                 the faults in force, and how many requests have fitted each
  PUT /faults                 replace them by a JSON array of faults
  DELETE /faults              remove them all

A fault says what goes wrong, and where. All of "operation", "listener", "method" and "path" (* stands for anything within
one segment) that are given must fit. The first "skip" requests that fit pass, the "times" after them are hit: all, where it
is left out. The listeners, and their operations:
  categories  list, show, create, add, quick, move, delete, query, compile, backup, analyze
  legacy      add
  base        signing-request, self-signed, server-certificate, interfaces, hostname
  records     list-databases, query-records, delete-records, compile-databases
  directory   status, install, uninstall, restart, backup-now, backup-instant, backup-import, schedule,
              member-create, member-get, member-save, member-delete, member-password, member-groups,
              group-list, group-create, group-link, group-unlink, organization-list

  {"effect": "latency", "milliseconds": 500}         the work is done late *
  {"effect": "drop"}                                 the connection is closed without an answer *
  {"effect": "status", "status": 500}                a bare HTTP status, with a "text" if you like *
  {"effect": "html", "status": 503}                  a page of HTML where JSON is due, with an "error" that of a traceback *
  {"effect": "refuse", "error": "INVALID_ID"}        Status false with this error *
  {"effect": "truncate"}                             the work is done, the JSON of the answer breaks off
  {"effect": "oversize", "bytes": 60000000}          so many bytes of JSON; "unannounced": true sends no Content-Length *
  {"effect": "disabled"}                             the category service is switched off
  {"effect": "compile-fails"}                        the compilation fails; with "silently": true the answer hides it
  {"effect": "queue-full"}                           the connection is reset; with "capacity": 70 only beyond 70 at once
  * with "afterWork": true the appliance has done its work nevertheless, or in time

  curl -X PUT -H 'Content-Type: application/json' http://127.0.0.1:9599/faults \\
    -d '[{"operation": "quick", "effect": "drop", "afterWork": true, "times": 1}]'
`
}
