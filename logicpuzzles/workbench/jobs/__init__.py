"""What runs in the processes of the workbench: functions that take and give what a pickle holds, and show nothing."""
